/** Pseudo-random choices. The same seed gives the same choices (mulberry32). */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  fraction() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(bound) {
    return Math.floor(this.fraction() * bound);
  }

  between(least, most) {
    return least + this.below(most - least + 1);
  }

  chance(probability) {
    return this.fraction() < probability;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of the names in `weights`, each as often as its weight says. */
  weighted(weights) {
    const entries = Object.entries(weights);
    let rest = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    return entries.find(([, weight]) => (rest -= weight) < 0)?.[0] ?? entries.at(-1)[0];
  }
}

/** The seed in RESTANTE_SEED, or a new one. */
export function seedOfThisRun() {
  const given = process.env.RESTANTE_SEED;
  if (given === undefined) return Date.now() % 2 ** 31;
  if (!/^\d{1,10}$/.test(given)) throw new Error(`RESTANTE_SEED is a whole number, not '${given}'`);
  return Number(given);
}
