import { isObject } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';

/** `$${`, which stands for `${`; or `${`, what stands in it, and its end where it has one. */
const VARIABLES = /\$(\$\{)|\$\{([^}]*)(\}?)/g;

export const hasVariables = (value: unknown): boolean => textsIn(value).some((text) => text.search(VARIABLES) >= 0);

/**
 * A value with `${NAME}` replaced by the variable of the environment, in each of its texts. `${NAME:-text}` is the text where
 * there is none, or an empty one.
 *
 * @param place for messages, which never repeat what a variable holds
 * @throws UsageError where a variable is not set, or `${` does not begin one
 */
export function withVariables(value: unknown, place: string, environment: NodeJS.ProcessEnv): unknown {
  if (typeof value === 'string') {
    return value.replace(VARIABLES, (_, literal: string | undefined, inner = '', end = '') => {
      if (literal !== undefined) return literal;
      const [, name, other] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner) ?? [];
      if (name === undefined || end === '') throw new UsageError(`${place}: ${HOW}`);
      const found = environment[name] || other;
      if (found !== undefined) return found;
      throw new UsageError(
        `${place} needs the variable ${name}, which is not set. Set it, or write \${${name}:-...} with what holds without it.`,
      );
    });
  }
  if (Array.isArray(value)) return value.map((one: unknown) => withVariables(one, place, environment));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withVariables(one, place, environment)]));
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a user writes a variable
const HOW = 'what begins with "${" is no variable. Write ${NAME} or ${NAME:-text}; for the text itself write $${.';

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}
