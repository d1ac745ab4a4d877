/** The kinds of flags that the suite alone has. */
import { hasUserInfo, JsonError, parseJson, type SecurityScheme, withoutUserInfo } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { nearest } from '../../openapi/program/nearest';
import { type FlagKind, type OptionTable, path, presence, texts, type ValuesOf } from '../../openapi/program/option';
import { CHECKS } from '../checks';
import { PLACES_TEXT, placeText, schemeAt } from '../exchange/keys/credential-place';
import { ORACLES } from '../rules/oracles';
import { silencesRule } from '../unspecified/changed';

/** A value that the server is known to accept. */
export interface Example {
  readonly operation: string;
  readonly property: string;
  readonly value: unknown;
  /** Where it stands in a file. */
  readonly place?: string;
  /** Whether it may be several values. */
  readonly isList?: boolean;
}

const httpUrl: FlagKind<string> = {
  expected: 'a URL such as http://127.0.0.1:4010/v1',
  read: (text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : undefined),
};

/** The same of a proxy, which may be given with a user name and a password. */
export const proxyUrl: FlagKind<string> = {
  expected: 'a URL such as http://proxy.example:3128, or http://NAME:PASSWORD@proxy.example:3128, percent-encoded',
  read: (text) => (isDecodable(text) ? httpUrl.read(text) : undefined),
};

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** The same of a server to judge, whose address stands in reports. */
export const serverUrl: FlagKind<string> = {
  ...httpUrl,
  read(text) {
    const url = hasUserInfo(text) ? undefined : httpUrl.read(text);
    if (url !== undefined && /[?#]/.test(url))
      throw new UsageError(
        `the address ${url.replace(/[?#].*/s, '')} was given with a query or a fragment, to which no path can be added. Leave it out; ` +
          "a run sends what every request needs with --header 'Name: value'.",
      );
    if (!hasUserInfo(text)) return url;
    throw new UsageError(
      `the address ${withoutUserInfo(text)} was given with a user name or a password, which is not supported in a URL. ` +
        "Leave them out; a run sends a header that a gateway asks for with --header 'Name: value'.",
    );
  },
};

export const rate: FlagKind<number> = {
  expected: 'requests a minute, such as 60/m',
  form: 'figure',
  read(text) {
    const [, figure] = /^(\d{1,6})(?:\/m)?$/.exec(text) ?? [];
    return figure === undefined || Number(figure) === 0 ? undefined : Number(figure);
  },
};

/** Ids of checks and oracles, or what they begin with up to a dot. */
export const checkIds: FlagKind<readonly string[]> = {
  ...texts,
  expected: 'comma-separated ids of checks; see --list-checks',
  read(text) {
    const wanted = texts.read(text);
    return wanted?.every(isKnown) ? wanted : undefined;
  },
  explain: (text) => `There is no check "${texts.read(text)?.find((id) => !isKnown(id))}"; see --list-checks.`,
};

const isKnown = (wanted: string): boolean =>
  [...CHECKS, ...ORACLES, silencesRule].some(
    ({ id }) => id === wanted || id.startsWith(`${wanted.replace(/\.$/, '')}.`),
  );

/** A file of YAML or JSON. */
export const choicesFile: FlagKind<string> = {
  ...path('a file that ends with .yaml, .yml or .json'),
  read: (text) => (/.\.(?:ya?ml|json)$/.test(text) ? text : undefined),
};

/** Some of these words, each also in the plural. */
export const someOf = <Word extends string>(...words: readonly Word[]): FlagKind<readonly Word[]> => ({
  expected: `one of ${words.join(', ')}`,
  form: 'list',
  choices: words,
  read(text) {
    const given = texts.read(text) ?? [];
    const found = given.flatMap((part) => words.filter((word) => isMeantBy(part, word)));
    return found.length === given.length ? found : undefined;
  },
  explain(text) {
    const unknown = texts.read(text)?.find((part) => !words.some((word) => isMeantBy(part, word)));
    const meant = unknown === undefined ? undefined : nearest(unknown, words);
    const all = `Expected one of ${words.join(', ')}`;
    return meant === undefined ? `${all}.` : `${all}; did you mean "${meant}"?`;
  },
  join: (before, next) => [...before, ...next],
});

const isMeantBy = (part: string, word: string): boolean => word === part || `${word}s` === part;

/** A header line. */
export const header: FlagKind<Readonly<Record<string, string>>> = {
  expected: "'Name: value'",
  form: 'headers',
  read(line) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? undefined : { [name]: value };
  },
  join: (before, next) => ({ ...before, ...next }),
};

/** The credential of a security scheme. */
export const credential: FlagKind<Readonly<Record<string, string>>> = {
  expected: 'scheme=value, with the name of a security scheme',
  form: 'pairs',
  read(text) {
    const [, name, value] = /^([^=]+)=([\x20-\x7e\x80-\uffff]+)$/.exec(text) ?? [];
    return name === undefined || value === undefined ? undefined : { [name]: value };
  },
  join: (before, next) => ({ ...before, ...next }),
};

/** Where a key goes for which the document names no place. */
export const credentialIn: FlagKind<SecurityScheme> = {
  expected: PLACES_TEXT,
  read: schemeAt,
  show: placeText,
  explain(text) {
    const [, name, word] = /^header:([^:\s]+):(.+)$/.exec(text) ?? [];
    if (name !== undefined && schemeAt(`header:${name}`) !== undefined && name.toLowerCase() !== 'authorization')
      return `Only in Authorization a word stands before the key: give header:${name}, and the key as "${word} KEY".`;
    return `Expected ${PLACES_TEXT}.${/^bearer$/i.test(text) ? ' Did you mean header:Authorization:Bearer?' : ''}`;
  },
  join() {
    throw new UsageError('--credential-in was given twice, and a key goes to one place. Leave one out.');
  },
};

/** `createThing.size=3`: the value as JSON, else as the text that it is. */
export const example: FlagKind<readonly Example[]> = {
  expected: 'operation.name=value',
  form: 'assignments',
  read(assignment, place) {
    const [, operation, property, text] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(assignment) ?? [];
    if (operation === undefined || property === undefined || text === undefined) return undefined;
    return [{ operation, property, value: valueOfText(text), ...(place === undefined ? {} : { place }) }];
  },
  join: (before, next) => [...before, ...next],
};

/** `size=3`: the same, of an operation that is named elsewhere. */
const ownExample: FlagKind<readonly Omit<Example, 'operation'>[]> = {
  expected: 'name=value',
  form: 'assignments',
  read(assignment, place) {
    const [, property, text] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
    if (property === undefined || text === undefined) return undefined;
    return [{ property, value: valueOfText(text), ...(place === undefined ? {} : { place }) }];
  },
  join: (before, next) => [...before, ...next],
};

/** What can be said of a single operation. */
const OPERATION_OPTIONS = {
  skip: { help: 'leave the operation out: neither send nor judge it', kind: presence },
  checks: { help: 'run only these checks: ids or prefixes', kind: checkIds },
  excludeChecks: { help: 'leave out these checks', kind: checkIds },
  example: {
    help: 'values that the server accepts, by the name of a parameter or property, or body',
    kind: ownExample,
  },
} as const satisfies OptionTable;

/** What is said of single operations, by their ids. */
type PerOperation = Readonly<Record<string, Partial<ValuesOf<typeof OPERATION_OPTIONS>>>>;

export const perOperation: FlagKind<PerOperation> = {
  expected: 'an object with a member for each operation',
  members: OPERATION_OPTIONS,
  read: () => undefined,
};

function valueOfText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}
