import type { Program } from '../../openapi/program/command';
import { UsageError } from '../../openapi/program/failure';
import { type OptionTable, oneOf } from '../../openapi/program/option';
import { print } from '../../openapi/program/process';
import { compareReports, FORMATS, RENDERERS } from '../comparison/compare';
import { readReport } from '../comparison/saved';
import { readArguments } from '../options/flags';
import { off } from '../options/options';
import type { Command } from './command';
import { judgingOf } from './conclude';

export const COMPARE_OPTIONS = {
  format: { flag: '--format <format>', help: 'output format', kind: oneOf(FORMATS), default: 'text' },
  strict: {
    flag: '--strict',
    help: 'new warnings and flaky findings count too, and so does what is no longer judged',
    ...off,
  },
} as const satisfies OptionTable;

const PROGRAM: Program = {
  name: 'animal-store-conformance compare',
  description: 'Compares two reports: what is new, fixed and the same, and what is no longer judged.',
  operands: { usage: '<old> <new>' },
  epilogue: `
Both are files that --report json wrote; one of them may be - for standard input.

Exit code: 0 nothing is new; 1 something is new, or with --strict is no longer judged; 2 a file is no report.`,
};

export const compare: Command = {
  name: 'compare',
  summary: 'show what is new, fixed and the same between two reports',
  async execute(args) {
    const { options, operands } = readArguments(PROGRAM, COMPARE_OPTIONS, args);
    const [old, latest] = operands;
    if (old === undefined || latest === undefined) throw new UsageError('compare takes two reports: OLD.json NEW.json');
    if (old === '-' && latest === '-')
      throw new UsageError('standard input can be read once; name a file in the place of one -');
    const [before, now] = [await readReport(old), await readReport(latest)];
    const comparison = compareReports(before, now, judgingOf);
    await print(RENDERERS[options.format]({ before, now, comparison }));
    const isNew = comparison.added.some(({ outcome }) => options.strict || outcome === 'fail');
    return isNew || (options.strict && comparison.lost.length > 0) ? 1 : 0;
  },
};
