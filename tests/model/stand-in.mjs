// A program that answers as `restante exec` does, from a model that it keeps in a file. It can be made wrong on
// purpose, to see whether the crash test finds it out.
//
//   node stand-in.mjs sound|answers-first|saves-half FILE

import { existsSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ModelDoor } from './model-door.mjs';
import { Model } from './model.mjs';

const [kind, file] = process.argv.slice(2);
const standardOutput = 1;

class StandIn {
  #door = new ModelDoor(load());

  answer(command) {
    if (command.sql === 'PRAGMA integrity_check') return { ok: true, value: [{ integrity_check: 'ok' }] };
    if (kind === 'saves-half' && command.do === 'transact') this.#saveHalf(command);
    return this.#door.call(command);
  }

  save() {
    save(this.#door.model);
  }

  /** And takes its time before the whole is saved. */
  #saveHalf({ commands }) {
    const half = new ModelDoor(this.#door.model.clone());
    half.call({ do: 'transact', commands: commands.slice(0, Math.ceil(commands.length / 2)) });
    save(half.model);
    linger(20);
  }
}

function load() {
  return existsSync(file) ? Object.assign(new Model(), JSON.parse(readFileSync(file, 'utf8'))) : new Model();
}

function linger(ms) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** All at once, so that a death in the midst leaves what was there. */
function save(model) {
  const { events, waits, seals } = model;
  writeFileSync(`${file}.new`, JSON.stringify({ events, waits, seals }));
  renameSync(`${file}.new`, file);
}

function say(answer) {
  writeSync(standardOutput, `${JSON.stringify(answer)}\n`);
}

const store = new StandIn();
for await (const line of createInterface({ input: process.stdin })) {
  const answer = store.answer(JSON.parse(line));
  if (kind === 'answers-first') say(answer);
  store.save();
  if (kind !== 'answers-first') say(answer);
}
