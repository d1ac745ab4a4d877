import { isJson, parseJson, stringifyJson } from '../../openapi/contract';
import type { Send } from './model';
import { headerOf, withHeader } from './reply-headers';

/** JSON with other white space, of the same values: integers stay exact. */
export const writtenAgain: Send = (answer, { choices }) => {
  const indent = choices.of('json.spacing') === 'indented';
  if (!indent || answer.bytes.length === 0 || !isJson(headerOf(answer, 'content-type') ?? '')) return answer;
  const bytes = stringifyJson(parseJson(String(answer.bytes)), 2);
  return withHeader({ ...answer, bytes }, 'Content-Length', String(Buffer.byteLength(bytes)));
};
