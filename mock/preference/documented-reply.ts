import { type Example, type MediaType, type Operation, type Reply, replyFor } from '../../openapi/contract';
import { excerpt, invalidPreference, type Problem } from '../errors/problems';
import { isFinal, mediaOf, type Named, namedExamples, statusFor } from './named-example';

/** A preference for one of an operation's documented replies: by status, by the name of an example, or by both. */
export type Preferred =
  | { readonly code: string; readonly example: string | undefined }
  | { readonly code: undefined; readonly example: string };

/** What is sent of a documented reply, and with which status. */
export interface Chosen {
  readonly status: number;
  readonly media: MediaType | undefined;
  /** The example that was named, if one was. */
  readonly example: Example | undefined;
}

/**
 * Finds the preferred reply.
 *
 * @throws Problem 400 if the operation does not document it, with a list of those that it does
 */
export function chooseReply(operation: Operation, preferred: Preferred): Chosen {
  if (preferred.code === undefined) {
    const named = exampleOf(operation, preferred.example);
    return { status: statusFor(operation, named), media: named.media, example: named.example };
  }
  const coded = replyOf(operation, preferred.code);
  const { status, reply } = coded;
  if (preferred.example === undefined) return { status, media: mediaOf(reply), example: undefined };
  const { media, example } = exampleOf(operation, preferred.example, coded);
  return { status, media, example };
}

interface Coded {
  readonly status: number;
  readonly reply: Reply;
}

/** The example of this name: of the given reply, else the first of all. */
function exampleOf(operation: Operation, name: string, coded?: Coded): Named {
  const all = namedExamples(operation);
  const found = all.find(({ reply, example }) => example.name === name && reply === (coded?.reply ?? reply));
  if (found === undefined) throw noExample(operation, all, name, coded);
  return found;
}

function replyOf(operation: Operation, code: string): Coded {
  const status = /^[2-5]\d\d$/.test(code) ? Number(code) : undefined;
  const reply = status && replyFor(operation, status);
  if (!status || !reply || (reply.status === 'default' && status < leastOfDefault(operation))) {
    throw noReply(operation, code);
  }
  return { status, reply };
}

/** `default` is for errors, unless it is the only reply. */
const leastOfDefault = ({ replies }: Operation): number => (replies.length > 1 ? 400 : 200);

const noReply = (operation: Operation, code: string): Problem =>
  unmet(`code=${shown(code)}`, `${operation.id} has ${listed(statusesOf(operation))}`);

function noExample({ id }: Operation, all: readonly Named[], name: string, coded?: Coded): Problem {
  const names = all.map(({ reply, example }) => `${JSON.stringify(example.name)} (${reply.status})`);
  const beside = coded === undefined ? '' : ` with code=${coded.status}`;
  const known = names.length === 0 ? 'no example that has a name' : `the examples ${listed(names)}`;
  return unmet(`example=${JSON.stringify(excerpt(name))}${beside}`, `${id} has ${known}`);
}

const unmet = (preference: string, offered: string): Problem =>
  invalidPreference(`The preference ${preference} can't be met: ${offered}.`);

const shown = (code: string): string => (/^\d{1,9}$/.test(code) ? code : JSON.stringify(excerpt(code)));

/** The statuses that a preference may name, in words. */
function statusesOf(operation: Operation): readonly string[] {
  const statuses = operation.replies.filter(isFinal).map(({ status }) => status);
  const any = statuses.length > 1 ? 'any other' : 'any';
  return [
    ...statuses.filter((status) => typeof status === 'number').map(String),
    ...statuses
      .filter((status) => typeof status === 'string' && status !== 'default')
      .map((range) => `${any} from ${String(range)[0]}00 to ${String(range)[0]}99`),
    ...statuses.filter((status) => status === 'default').map(() => `${any} from ${leastOfDefault(operation)} to 599`),
  ];
}

/** The formatter is made on use, since making it takes 5 % of the start. */
const listed = (words: readonly string[]): string =>
  words.length === 0 ? 'none' : new Intl.ListFormat('en').format(words);
