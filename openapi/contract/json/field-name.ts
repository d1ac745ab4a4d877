import { partOf } from './value';

/** A longer name of a field, and a longer name within one, is cut in the middle: clients choose them. */
const LONGEST = 100;
const LONGEST_STEP = 60;

/**
 * What people call the place that these steps lead to: `owner.address.city`, `tags[2].name`. A name that would be read
 * otherwise, such as one with a dot, is quoted as in a path of JSONPath (RFC 9535 §2.7): `labels['a.b']`.
 *
 * @param base what the steps begin at, where it has a name
 */
export function fieldName(steps: readonly string[], base = ''): string {
  const name = steps.reduce((before, step) => {
    if (/^(0|[1-9]\d{0,8})$/.test(step)) return `${before}[${step}]`;
    if (ODD.test(step)) return `${before}['${escaped(shortened(step, LONGEST_STEP))}']`;
    return `${before}${before === '' ? '' : '.'}${shortened(step, LONGEST_STEP)}`;
  }, base);
  return shortened(name, LONGEST);
}

/** Empty, with what has a meaning in a path or in the text around it, or with what is not seen. */
const ODD = /^$|^ | $|[\p{C}.[\]'"\\]|(?! )\p{Z}/u;

const escaped = (name: string): string =>
  JSON.stringify(name)
    .slice(1, -1)
    .replaceAll("'", "\\'")
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
      [...Array(character.length).keys()].map((at) => escapeOf(character.charCodeAt(at))).join(''),
    );

const escapeOf = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** Both ends tell more than either. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return `${partOf(text, 0, half)}…${partOf(text, text.length - half)}`;
}
