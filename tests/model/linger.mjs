/** Keeps this process busy for so long. */
export function linger(ms) {
  for (const until = performance.now() + ms; performance.now() < until; );
}
