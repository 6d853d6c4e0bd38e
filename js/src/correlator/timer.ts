/** The longest delay that setTimeout takes; beyond it, it fires at once. */
const longestDelayMs = 2 ** 31 - 1;

/** Calls `work` once after `delayMs`, however long that is. The answer calls it off. */
export function after(delayMs: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const arm = (leftMs: number) => {
    const now = Math.min(leftMs, longestDelayMs);
    timer = setTimeout(() => (leftMs > now ? arm(leftMs - now) : work()), now);
  };
  arm(Math.max(0, delayMs));
  return () => clearTimeout(timer);
}

/** Lets timers and input have their turn. */
export function turn(): Promise<void> {
  return new Promise((done) => void after(0, done));
}
