// The shortest sequence that still fails: chunks are left out, then single commands, then what is inside transactions.

/** `fails` tells whether a sequence still fails; it is asked again and again, each time for a fresh store. */
export async function shrink(commands, fails) {
  const rest = await withoutChunks(commands, fails);
  const shorter = await firstThatFails(shorterInside(rest), fails);
  return shorter ? shrink(shorter, fails) : rest;
}

/** Until no single command can be spared. */
async function withoutChunks(commands, fails) {
  let rest = commands;
  for (let size = commands.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < rest.length; ) {
      const without = rest.toSpliced(from, size);
      if (await fails(without)) rest = without;
      else from += size;
    }
  }
  return rest.length < commands.length ? withoutChunks(rest, fails) : rest;
}

/** With one transaction opened up, or a command shorter. */
function shorterInside(commands) {
  return commands.flatMap((command, place) => {
    if (command.do !== 'transact') return [];
    const inner = command.commands;
    const openedUp = commands.toSpliced(place, 1, ...inner.filter(isFitOutside));
    const shortened = inner.map((_, index) =>
      commands.toSpliced(place, 1, { ...command, commands: inner.toSpliced(index, 1) }),
    );
    return [openedUp, ...shortened];
  });
}

/** What is refused inside a transaction may do something outside. */
function isFitOutside({ do: name }) {
  return name.startsWith('events.');
}

async function firstThatFails(candidates, fails) {
  for (const candidate of candidates) if (await fails(candidate)) return candidate;
  return undefined;
}
