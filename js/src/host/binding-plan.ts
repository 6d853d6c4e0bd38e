import { HostFailure, type HostValue } from './database.js';

/**
 * How a list of parameters is handed to a host that binds `?` by place but `?1` and `:name` by name. SQLite numbers
 * them all: `?1` is 1, `?` is one more than the highest so far, and so is a name where it first stands.
 */
export interface BindingPlan {
  /** The places without a name in order, from 0. */
  readonly unnamed: readonly number[];
  /** The names without their mark, each with its place. */
  readonly named: readonly (readonly [name: string, place: number])[];
  readonly count: number;
}

// Quoted things and comments are passed over, so that a question mark within them is none.
const interesting =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\?(\d*)|(?<![\w$\u0080-\uffff])([:@$])([\w$\u0080-\uffff]+)/g;

export function bindingPlan(sql: string): BindingPlan {
  const named = new Map<string, number>();
  let count = 0;
  const marks = new Map<string, string>();
  for (const match of sql.matchAll(interesting)) {
    const [text, number, mark, name] = match;
    if (name !== undefined && mark !== undefined) {
      if ((marks.get(name) ?? mark) !== mark)
        throw new HostFailure('unsupported', `this host takes ${marks.get(name)}${name} and ${mark}${name} for one parameter`);
      marks.set(name, mark);
      if (!named.has(name)) named.set(name, count++);
    } else if (number) {
      named.set(number, Number(number) - 1);
      count = Math.max(count, Number(number));
    } else if (text === '?') {
      count += 1;
    }
  }
  // A place without a name is bound in its turn, also one that no `?` stands for.
  const taken = new Set(named.values());
  const unnamed = Array.from({ length: count }, (_, place) => place).filter((place) => !taken.has(place));
  return { unnamed, named: [...named], count };
}

/** The arguments of a call that binds `values` by the plan. */
export function boundArguments(plan: BindingPlan, values: readonly HostValue[]): unknown[] {
  if (values.length !== plan.count)
    throw new HostFailure(
      'invalid_argument',
      `params has ${values.length} values, but the statement takes ${plan.count}`,
    );
  const args: unknown[] = plan.unnamed.map((place) => values[place]);
  if (plan.named.length > 0) args.push(Object.fromEntries(plan.named.map(([name, place]) => [name, values[place]])));
  return args;
}
