// One `restante exec` at work: commands go in, a line each, and its answers are collected as they come out.

import { spawn } from 'node:child_process';

/** No answer: the process died, or was killed, before it gave one. */
export const noAnswer = Object.freeze({ ok: false, error: { code: 'no answer' } });

export class ExecProcess {
  /** What was answered so far: the text of each whole line. What was begun and not ended is no answer. */
  answers = [];
  /** Resolves with the exit code or signal when the process has ended and all its output was read. */
  ended;
  isAlive = true;
  #child;
  #begun = '';
  #complaints = '';
  #waiting = [];

  constructor([program, ...words], database) {
    this.#child = spawn(program, [...words, database], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stdin.on('error', () => {}); // a process that was killed leaves its input unread
    this.#child.stdout.setEncoding('utf8').on('data', (text) => this.#collect(text));
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.#complaints += text));
    this.ended = new Promise((done, failed) => {
      this.#child.on('error', (error) => {
        this.isAlive = false;
        this.#tellWaiting();
        failed(error);
      });
      this.#child.on('close', (exitCode, signal) => {
        this.isAlive = false;
        this.#tellWaiting();
        done({ exitCode, signal, complaints: this.#complaints });
      });
    });
  }

  send(commands) {
    const lines = commands.map((command) => `${JSON.stringify(command)}\n`);
    if (lines.length > 0) this.#child.stdin.write(lines.join(''));
  }

  /** Resolves as soon as so many answers are there, or no more will come. */
  answered(count) {
    return new Promise((tell) => {
      this.#waiting.push({ count, tell });
      this.#tellWaiting();
    });
  }

  /** Sends the commands and waits for the answer to each. */
  async ask(commands) {
    const from = this.answers.length;
    this.send(commands);
    await this.answered(from + commands.length);
    return commands.map((_, index) => this.answerAt(from + index));
  }

  answerAt(index) {
    return index < this.answers.length ? JSON.parse(this.answers[index]) : noAnswer;
  }

  kill() {
    this.#child.kill('SIGKILL');
  }

  async end() {
    this.#child.stdin.end();
    return this.ended;
  }

  #collect(text) {
    const lines = (this.#begun + text).split('\n');
    this.#begun = lines.pop();
    this.answers.push(...lines);
    this.#tellWaiting();
  }

  #tellWaiting() {
    const isDone = ({ count }) => !this.isAlive || this.answers.length >= count;
    const done = this.#waiting.filter(isDone);
    this.#waiting = this.#waiting.filter((each) => !isDone(each));
    for (const { tell } of done) tell();
  }
}
