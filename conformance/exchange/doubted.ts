import { own } from '../../openapi/contract';
import { shellWord } from '../../openapi/program/printable';
import type { Exchange } from './exchange';
import { carriesCredential } from './query';

/** A required header or parameter of the query, and the flag that gives it a value. */
interface Doubted {
  readonly name: string;
  readonly flag: string;
}

/** The one whose value a refusal repeats, or that it names: it is mostly made up, and a user may know a better one. */
export function doubtedIn({ request, response }: Exchange): Doubted | undefined {
  const { operation, headers, target } = request;
  const { text = '' } = response?.body ?? {};
  const query = new URLSearchParams(target.split('?')[1] ?? '');
  const sent = operation.parameters.flatMap(({ name, in: place, required }) => {
    if (!required || place === 'path' || place === 'cookie' || carriesCredential(operation, name, place)) return [];
    const value = place === 'header' ? own(headers, name.toLowerCase()) : query.get(name);
    // One header is mostly the same for all operations.
    const flag =
      place === 'header'
        ? `-H ${shellWord(`${name}: VALUE`)}`
        : `--example ${shellWord(`${operation.id}.${name}=VALUE`)}`;
    return typeof value === 'string' ? [{ name, flag, value }] : [];
  });
  const found = sent.find(({ value }) => saysWord(text, value)) ?? sent.find(({ name }) => saysWord(text, name));
  return found && { name: found.name, flag: found.flag };
}

/** A shorter word may stand in any text. */
const FEWEST_OF_WORD = 4;

/** Whether a text has a word by itself: not as a part of another one, of a path or of a host. */
function saysWord(text: string, word: string): boolean {
  if (word.length < FEWEST_OF_WORD) return false;
  const [all, one] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = all.indexOf(one); at >= 0; at = all.indexOf(one, at + 1))
    if (!/[\p{L}\p{N}_/.-]$/u.test(all.slice(0, at)) && !/^(?:[\p{L}\p{N}_/-]|\.\w)/u.test(all.slice(at + one.length)))
      return true;
  return false;
}
