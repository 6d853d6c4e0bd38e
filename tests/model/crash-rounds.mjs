// Rounds of work on one file. In each a process is killed in the midst of it, and the next one finds what it left.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Coverage } from './coverage.mjs';
import { ExecProcess } from './exec-process.mjs';
import { isSameEvent, isSameWait } from './model.mjs';
import { ModelDoor } from './model-door.mjs';
import { listParked, observation } from './observation.mjs';
import { PossibleStates } from './possible-states.mjs';
import { CommandSource } from './sequences.mjs';

/** A kill counts if so many commands at least are left unanswered. */
const leastInFlight = 50;
/** A process dies within about so many commands behind the last answer that was waited for. */
const commandsToLinger = 4;
const look = observation('default');

export class CrashRounds {
  /** What was acknowledged by processes that were killed then. */
  coverage = new Coverage();
  kills = 0;
  /** How often the command after the last acknowledged one was found done, and how often it was found not done. */
  oneMore = 0;
  noMore = 0;
  #programs;
  #database;
  #random;
  #states = new PossibleStates();
  /** How long the last process took to open and show all, and for a command. */
  #openingMs = 0;
  #commandMs = 1;

  constructor({ programs, database, random }) {
    this.#programs = programs;
    this.#database = database;
    this.#random = random;
  }

  /** Until so many processes were killed at work; with `untilCovered` also until each verb was acknowledged by one. */
  async run(kills, { untilCovered = false } = {}) {
    const mostRounds = 2 * kills + 10;
    for (let round = 0; this.kills < kills || (untilCovered && this.coverage.missingVerbs().length > 0); round += 1) {
      assert.ok(round < mostRounds, `after ${round} rounds there is still something to wait for`);
      const isKilledOpening = round > 0 && this.#random.chance(0.1);
      await this.#withProcess(async (process) => {
        if (!isKilledOpening) await this.#survey(process);
        await this.#workAndKill(process, isKilledOpening);
      });
    }
    await this.#withProcess(async (process) => {
      await this.#survey(process);
      assert.deepEqual(await process.end(), { exitCode: 0, signal: null, complaints: '' });
    });
  }

  toString() {
    const found = `the command under way was found done ${this.oneMore} times and not done ${this.noMore} times`;
    return `${this.kills} kills; ${found}; acknowledged: ${this.coverage}`;
  }

  /** All that was done, as a scenario. */
  writeLog(path) {
    writeFileSync(path, this.#states.commands.map((command) => `${JSON.stringify(command)}\n`).join(''));
  }

  async #withProcess(work) {
    const process = new ExecProcess(this.#random.pick(this.#programs), this.#database);
    try {
      await work(process);
    } finally {
      process.kill(); // what failed above must not leave it behind
    }
  }

  async #workAndKill(process, isKilledOpening) {
    const before = process.answers.length;
    const patience = isKilledOpening ? 0 : this.#random.between(0, 40);
    const commands = this.#commands(patience + leastInFlight + this.#random.between(50, 150));
    process.send(commands);
    if (isKilledOpening) await turnsFor(this.#random.fraction() * this.#openingMs * 1.2);
    else await this.#somewhereBehind(process, before, patience);
    process.kill();
    assert.deepEqual(await process.ended, { exitCode: null, signal: 'SIGKILL', complaints: '' });
    const inFlight = commands.length - (process.answers.length - before);
    if (inFlight >= leastInFlight) this.kills += 1;
    this.#settle(commands, process, before);
  }

  /** At any point of the few commands that follow those answers. */
  async #somewhereBehind(process, before, patience) {
    const began = performance.now();
    await process.answered(before + patience);
    if (patience > 0) this.#commandMs = (performance.now() - began) / patience;
    await turnsFor(this.#random.fraction() * this.#commandMs * commandsToLinger);
  }

  /** Each command is aimed at what those before it lead to, if all of them get through. */
  #commands(count) {
    const source = new CommandSource(this.#random, { reopens: true, big: true, more: { transact: 20 } });
    const door = new ModelDoor(this.#states.model.clone());
    return Array.from({ length: count }, () => {
      const command = source.next(door.model);
      door.call(command);
      return command;
    });
  }

  #settle(commands, process, before) {
    const count = process.answers.length - before;
    for (const [index, command] of commands.slice(0, count).entries()) {
      const answer = process.answerAt(before + index);
      this.#states.acknowledge(command, answer);
      this.coverage.add(command, answer);
    }
    if (count < commands.length) this.#states.interruptedAt(commands[count]);
  }

  /** Finds out in which of the possible states the file is, and that nobody lost an event or shares one. */
  async #survey(process) {
    const began = performance.now();
    const couldBe = this.#states.count;
    const acknowledged = this.#states.model;
    const seen = await this.#ask(process, look);
    this.#openingMs = performance.now() - began;
    if (couldBe === 2 && this.#states.model === acknowledged) this.noMore += 1;
    else if (couldBe === 2) this.oneMore += 1;

    const [parked] = await this.#ask(process, [listParked]);
    everyHeldEventIsListed(seen, parked, this.#states.model);
    // A parked wait gets what it holds, or nothing; it never claims anything new.
    const claims = await this.#ask(process, parked.map((wait) => ({ do: 'events.claim_for', wait, at: 0 })));
    noneIsHeldTwice(claims);
    assert.deepEqual(await process.ask([{ do: 'sql', sql: 'PRAGMA integrity_check' }]), [
      { ok: true, value: [{ integrity_check: 'ok' }] },
    ]);
  }

  /** The values of the answers, which must be those of one of the possible states. */
  async #ask(process, commands) {
    const answers = await process.ask(commands);
    if (!process.isAlive) throw new Error(`the process ended by itself: ${JSON.stringify(await process.ended)}`);
    for (const [index, command] of commands.entries()) this.#states.acknowledge(command, answers[index]);
    return answers.map(({ value }) => value);
  }
}

function everyHeldEventIsListed(seen, parked, model) {
  const held = seen.filter((value) => value?.state === 'held').map((found) => found.claimed_by);
  const waiting = seen[look.findIndex(({ do: name }) => name === 'events.waiting')];
  const due = held.filter((pair) => waiting.some((wait) => isSameWait(wait, pair)) && !model.isSealed(pair.run));
  const unlisted = due.filter((pair) => !parked.some((wait) => isSameWait(wait, pair)));
  assert.deepEqual(unlisted, [], 'a registered wait holds an event for a run that goes on, and is not listed');
}

function noneIsHeldTwice(claims) {
  const events = claims.filter((claim) => claim !== null).map(({ event }) => event);
  const twice = events.filter((event, index) => events.findIndex((each) => isSameEvent(each, event)) !== index);
  assert.deepEqual(twice, [], 'an event is held by two waits');
}

/** What this process has to write and to read goes on meanwhile. */
async function turnsFor(ms) {
  for (const until = performance.now() + ms; performance.now() < until; ) await nextTurn();
}
