import { isObject, JsonError, parseJson, type Schema, withPart } from '../../openapi/contract';
import { errorBody } from '../errors/envelope';
import { Problem } from '../errors/problems';
import { headerOf, withHeader } from '../http/headers';
import type { Answer, Outcome } from '../http/reply';
import type { Source } from '../values/source';
import { allowsBody, bodySchema, isOwnJson } from './documented';
import { COMPACT, writeJson } from './json-form';
import type { Behaviours, ReplyAbout } from './model';

/**
 * A reply as the behaviours of its request have it, wherever the document leaves it open.
 *
 * @param write writes a result as the mock would by itself
 */
export function replyUnder(
  behaviours: Behaviours,
  about: ReplyAbout,
  result: Outcome | Problem,
  write: (said: Outcome | Problem) => Answer,
): Answer {
  const refused = result instanceof Problem && about.given === undefined ? behaviours.refusal(result, about) : result;
  const said = refused instanceof Problem ? reworded(refused, behaviours, about) : refused;
  return behaviours.send(rewritten(write(said), behaviours, about), about);
}

/** An error with other words for programs, or for people. What its schema does not allow stays as it was. */
function reworded(said: Problem, { changes, message, code }: Behaviours, about: ReplyAbout): Outcome | Problem {
  const [isSpelled, isBrief] = [changes.has('code'), changes.has('message')];
  if (!isSpelled && !isBrief) return said;
  const { source, again } = replayed(about.source);
  const bodyOf = (problem: Problem, from: Source) => errorBody(about.contract, about.operation, problem, from);
  const whole = bodyOf(said, source);
  const brief = message(said, undefined);
  const briefly = brief === said ? whole : bodyOf(brief, again());
  const problem = hasText(briefly.body, brief.message) ? brief : said;
  const { mediaType, body, written } = problem === said ? whole : briefly;
  const outcome: Outcome = { status: said.status, headers: said.headers, body, mediaType, written };
  if (!isSpelled || written !== undefined || typeof body === 'string') return outcome;
  const marked = bodyOf(problem.with({ code: MARK }), again()).body;
  const schema = bodySchema(about, said.status, mediaType);
  return { ...outcome, body: spelled(body, marked, schema, (text) => code(text, said)) };
}

/** Stands for a code, to see where the mock writes it. */
const MARK = 'quzzix_vokj';

/** The same random numbers again, so that what is made up in two versions of a body is the same, and no more of them is used. */
function replayed({ random, now, makeUp }: Source): { readonly source: Source; again(): Source } {
  const drawn: number[] = [];
  const draw = (): number => {
    const number = random();
    drawn.push(number);
    return number;
  };
  return {
    source: { random: draw, now, makeUp },
    again() {
      let place = -1;
      const drawAgain = (): number => {
        place += 1;
        return drawn[place] ?? draw();
      };
      return { random: drawAgain, now, makeUp };
    },
  };
}

function hasText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => hasText(part, text));
}

/** The body with each text that differs in the marked one written otherwise, where the schema allows that. */
function spelled(body: unknown, marked: unknown, schema: Schema | undefined, spell: (text: string) => string): unknown {
  let changed = body;
  for (const { steps, text } of differences(body, marked)) {
    const candidate = withPart(undefined, changed, steps, spell(text));
    if (allowsBody(schema, candidate)) changed = candidate;
  }
  return changed;
}

interface Difference {
  readonly steps: readonly string[];
  readonly text: string;
}

function differences(one: unknown, other: unknown, steps: readonly string[] = []): readonly Difference[] {
  if (typeof one === 'string') return one === other ? [] : [{ steps, text: one }];
  const [parts, others] = [partsOf(one), partsOf(other)];
  return Object.keys(parts)
    .filter((name) => Object.hasOwn(others, name))
    .flatMap((name) => differences(parts[name], others[name], [...steps, name]));
}

const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  Array.isArray(value) ? { ...value } : isObject(value) ? value : {};

/** JSON with other white space, escapes or order, or with further members; of the same values, integers exact. */
function rewritten(answer: Answer, { changes, json }: Behaviours, about: ReplyAbout): Answer {
  const { status, bytes } = answer;
  const mediaType = headerOf(answer, 'content-type') ?? '';
  if (!changes.has('json') || bytes.length === 0 || !isOwnJson(mediaType, about)) return answer;
  // A document is nothing that the API says.
  if (about.operation === undefined && status < 400) return answer;
  const schema = bodySchema(about, status, mediaType);
  const text = textOf(() => {
    const { body, form } = json({ body: parseJson(String(bytes)), form: COMPACT }, { ...about, status, schema });
    return writeJson(body, form);
  });
  if (text === undefined) return answer;
  return withHeader({ ...answer, bytes: text }, 'Content-Length', String(Buffer.byteLength(text)));
}

/** Undefined for what is nested deeper than JSON is read. */
function textOf(write: () => string): string | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
