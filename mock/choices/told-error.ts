import { STATUS_CODES } from 'node:http';
import { isObject, type Schema, withPart } from '../../openapi/contract';
import { errorBody } from '../errors/envelope';
import { type InputViolation, noOthers, Problem } from '../errors/problems';
import type { Outcome } from '../http/reply';
import type { Source } from '../values/source';
import { allowsBody, bodySchema } from './documented';
import type { Say } from './model';

/** How a code is written, from what the mock would write there, and from its own code. */
type Spell = (written: string, problem: Problem) => string;

const SPELLINGS: Readonly<Record<string, Spell>> = {
  'upper-case': (written) =>
    written
      .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
      .replaceAll(/[^A-Za-z\d]+/g, '_')
      .toUpperCase(),
  numbers: (_, { status, code }) => `E${status}${numberOf(code)}`,
};

/** Two figures that are always the same for a code. With these factors all of the mock's codes have others, as a test holds. */
export function numberOf(code: string): string {
  let sum = 0;
  for (const letter of code) sum = (sum * 53 + letter.charCodeAt(0)) % 97;
  return String(sum).padStart(2, '0');
}

/** An error with other words for programs, or for people. What its schema does not allow stays as it was. */
export const toldError: Say = (said, about) => {
  if (!(said instanceof Problem)) return said;
  const spell = SPELLINGS[about.choices.of('error.code')];
  const isBrief = about.choices.of('error.message') === 'phrase';
  if (spell === undefined && !isBrief) return said;
  const { source, again } = replayed(about.source);
  const bodyOf = (problem: Problem, from: Source) => errorBody(about.contract, about.operation, problem, from);
  const whole = bodyOf(said, source);
  const brief = isBrief ? inBrief(said) : said;
  const briefly = brief === said ? whole : bodyOf(brief, again());
  const problem = hasText(briefly.body, brief.message) ? brief : said;
  const { mediaType, body, written } = problem === said ? whole : briefly;
  const outcome: Outcome = { status: said.status, headers: said.headers, body, mediaType, written };
  if (spell === undefined || written !== undefined || typeof body === 'string') return outcome;
  const marked = bodyOf(withCode(problem, MARK), again()).body;
  const schema = bodySchema(about, said.status, mediaType);
  return { ...outcome, body: spelled(body, marked, schema, (text) => spell(text, said)) };
};

/** Stands for a code, to see where the mock writes it. */
const MARK = 'quzzix_vokj';

const withCode = ({ status, message, headers, violations, others }: Problem, code: string): Problem =>
  new Problem(status, code, message, headers, violations, others);

/** The same random numbers again, so that what is made up in two tellings is the same, and no more of them is used. */
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

function inBrief({ status, code, headers, violations, others }: Problem): Problem {
  const phrase = STATUS_CODES[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
  const brief = (violation: InputViolation): InputViolation => ({ ...violation, message: phrase });
  const more = others === noOthers ? noOthers : () => others().map(brief);
  return new Problem(status, code, phrase, headers, violations.map(brief), more);
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
