import { commandLine, type Program } from '../command';
import type { OptionTable } from '../option';

/** What holds for every table of options, whichever program has it. */
export function describeTable(program: Program, table: OptionTable): void {
  const rows = Object.entries(table);

  test.each(rows)('the flag of %s has its name', (name, { flag }) => {
    if (flag === undefined) return;
    const option = commandLine(program, table).options.find(({ flags }) => flags === flag);
    expect(option?.attributeName()).toBe(name);
  });

  test.each(rows.filter(([, row]) => row.flag?.includes('<')))(
    'the default of %s is what its flag can say',
    (_, row) => {
      const value = row.flagDefault ?? row.default;
      // In words where no text means it: nothing, or no list at all.
      if (value === undefined || row.defaultWords !== undefined) return;
      expect(row.kind.read(row.kind.show?.(value) ?? String(value))).toEqual(value);
    },
  );

  test('--help has a line for each flag, with what the row says', () => {
    const help = commandLine(program, table).configureHelp({ helpWidth: 1000 }).helpInformation();
    const lines = [...help.matchAll(/^ {2}(-.+?) {2,}(.+)$/gm)].map(
      ([, flag = '', text = '']) => [flag, text] as const,
    );
    const flags = rows.filter(([, { flag }]) => flag !== undefined);
    expect(lines.map(([flag]) => flag)).toEqual(['--version', ...flags.map(([, { flag }]) => flag), '--help']);
    for (const [, { flag, help: words }] of flags) {
      expect(lines.find(([one]) => one === flag)?.[1].startsWith(words)).toBe(true);
    }
  });
}
