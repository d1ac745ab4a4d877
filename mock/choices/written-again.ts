import { isJson, JsonError, parseJson } from '../../openapi/contract';
import { bodySchema } from './documented';
import { withFurtherMembers } from './further-members';
import type { About, Send } from './model';
import { headerOf, withHeader } from './reply-headers';
import { type JsonForm, writeJson } from './write-json';

/** JSON with other white space, escapes or order, or with further members; of the same values, integers exact. */
export const writtenAgain: Send = (answer, about) => {
  const { status, bytes } = answer;
  const mediaType = headerOf(answer, 'content-type') ?? '';
  if (bytes.length === 0 || !isOwnJson(mediaType, about) || !isOtherwise(about)) return answer;
  // A document is nothing that the API says.
  if (about.operation === undefined && status < 400) return answer;
  const text = again(
    String(bytes),
    (body) => withFurtherMembers(body, status, bodySchema(about, status, mediaType), about),
    about,
  );
  return text === undefined
    ? answer
    : withHeader({ ...answer, bytes: text }, 'Content-Length', String(Buffer.byteLength(text)));
};

const isOwnJson = (mediaType: string, { given }: About): boolean => given?.hasBody !== true && isJson(mediaType);

const isOtherwise = ({ choices }: About): boolean =>
  choices.of('json.spacing') === 'indented' ||
  choices.of('json.escapes') === 'ascii' ||
  choices.of('json.member-order') === 'changing' ||
  choices.of('record.further') === 'some' ||
  choices.of('error.further') === 'some';

/** Undefined for what is nested so deep that nobody reads it. */
function again(text: string, change: (body: unknown) => unknown, { choices }: About): string | undefined {
  const form: JsonForm = {
    indented: choices.of('json.spacing') === 'indented',
    ascii: choices.of('json.escapes') === 'ascii',
    orderOf: choices.of('json.member-order') === 'changing' ? changing(choices.turn) : (names) => names,
  };
  try {
    return writeJson(change(parseJson(text)), form);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Another order for each reply, and for each object in it: turned round by one place more, in each second round backwards. */
function changing(turn: number): JsonForm['orderOf'] {
  let place = turn;
  return (names) => {
    const { length } = names;
    if (length < 2) return names;
    const by = place % length;
    const isBackwards = length > 2 && Math.floor(place / length) % 2 === 1;
    place += 1;
    const turned = [...names.slice(by), ...names.slice(0, by)];
    return isBackwards ? turned.toReversed() : turned;
  };
}

/** The charset that JSON always has (RFC 8259 §8.1). */
export const withCharset: Send = (answer, about) => {
  const mediaType = headerOf(answer, 'content-type') ?? '';
  if (about.choices.of('charset') !== 'named' || !isOwnJson(mediaType, about)) return answer;
  if (/;\s*charset\s*=/i.test(mediaType)) return answer;
  return withHeader(answer, 'Content-Type', `${mediaType}; charset=utf-8`);
};
