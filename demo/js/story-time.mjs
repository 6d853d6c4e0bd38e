// The demo's time is a counter, one minute for each thing that happens: no clock, and every run is the same.

// The fixed date that it is counted from: 2024-01-01T00:00:00Z.
export const beginning = 1_704_067_200_000;
export const oneMinute = 60_000;

export class StoryTime {
  now = beginning;

  // The instant of the next thing that happens.
  next() {
    this.now += oneMinute;
    return this.now;
  }

  waitUntil(at) {
    this.now = at;
  }
}

// "02:07": hours and minutes since the beginning.
export function timeText(at) {
  const minutes = (at - beginning) / oneMinute;
  const twoDigits = (number) => String(number).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
