import { type OptionTable, path, texts, type ValuesOf, whole } from '../../openapi/program/option';

/** The table of options of `npm run documents`. */
export const OPTIONS = {
  dir: {
    flag: '--dir <folder>',
    help: 'a folder of OpenAPI documents: .json, .yaml or .yml',
    kind: path('a folder'),
    default: '../shared/documents',
  },
  only: {
    flag: '--only <names>',
    help: 'these documents alone, by their names without the ending',
    kind: texts,
    default: [],
    defaultWords: 'all',
  },
  maxTime: { flag: '--max-time <seconds>', help: 'seconds for each document', kind: whole(1, 3600), default: 300 },
} as const satisfies OptionTable;

/** What a round goes by. */
export type Options = ValuesOf<typeof OPTIONS>;
