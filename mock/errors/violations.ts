import { fieldName, type ParameterLocation } from '../../openapi/contract';

/** What of a request breaks the contract, so that an error body can have it where it likes. */
export interface InputViolation {
  /** A kind of parameter, or the body. */
  readonly place: ParameterLocation | 'body';
  /** The way to it: a parameter's name and then into its value, or into the body. */
  readonly steps: readonly string[];
  /** The keyword of the schema that is violated, e.g. `required`; another word where no schema is. */
  readonly keyword: string;
  /** What was expected, as it follows "must be". */
  readonly expected: string;
  /** The value as JSON, cut to 60 characters; `nothing` where it is missing. */
  readonly found: string;
  /** One sentence with its full stop. */
  readonly message: string;
}

/** What a message calls the place of a violation: `owner.name`, and of a parameter by its own name. */
export const placeName = ({
  place,
  steps: [first = '', ...inside],
}: Pick<InputViolation, 'place' | 'steps'>): string =>
  place === 'body' ? fieldName([first, ...inside]) : fieldName(inside, first);

/** No error body tells more. */
export const MOST_VIOLATIONS = 20;

/** All that is wrong with a request, and a text that tells it. */
export interface Everything {
  readonly message: string;
  readonly violations: readonly InputViolation[];
}

/** Violations as one text: of each its sentence, and that there are more. @param more undefined where it is not known how many */
export function everything(violations: readonly InputViolation[], more: number | undefined): Everything {
  const shown = violations.slice(0, MOST_VIOLATIONS);
  const left = more === undefined ? undefined : more + violations.length - shown.length;
  const others = left === 1 ? ' There is 1 more problem.' : ` There are ${left} more problems.`;
  const rest = left === undefined ? ' There may be more: only the first problem of so large a body is told.' : others;
  return { message: `${shown.map(({ message }) => message).join(' ')}${left === 0 ? '' : rest}`, violations: shown };
}
