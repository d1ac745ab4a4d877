/** The protocol of Redis (RESP), as much of it as is needed to read what passes by. */

/** Commands, each a list of texts: `*2\r\n$3\r\nGET\r\n$1\r\na\r\n`. One that has not come whole is left out. */
export function commandsIn(bytes: Buffer): readonly (readonly string[])[] {
  const commands: string[][] = [];
  let at = 0;
  const number = (): number => {
    const end = bytes.indexOf('\r\n', at);
    const found = end < 0 ? Number.NaN : Number(bytes.toString('latin1', at + 1, end));
    at = end + 2;
    return found;
  };
  while (at < bytes.length) {
    const count = number();
    const command: string[] = [];
    while (command.length < count) {
      const length = number();
      if (!(at + length < bytes.length)) return commands;
      command.push(bytes.toString('utf8', at, at + length));
      at += length + 2;
    }
    if (command.length === 0) return commands;
    commands.push(command);
  }
  return commands;
}

/** The texts of replies, whatever lists they stand in: `$1\r\na\r\n`. */
export const textsIn = (replies: string): readonly string[] =>
  [...replies.matchAll(/\$\d+\r\n([^\r]*)\r\n/g)].map(([, text = '']) => text);
