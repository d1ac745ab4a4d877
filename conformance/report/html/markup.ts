/**
 * HTML that is written by a tagged template. A text that is put in stays a text: it is hidden, escaped and nothing else, in
 * an element as in an attribute between double quotes.
 */
export interface Markup {
  readonly strings: readonly string[];
  readonly values: readonly Piece[];
}

/** Nothing comes of `undefined` and `false`; numbers stand as they are. */
type Piece = Markup | string | number | bigint | false | undefined | readonly Piece[];

export const html = (strings: readonly string[], ...values: readonly Piece[]): Markup => ({ strings, values });

/** Markup that stands in a file of the package. */
export const asItStands = (markup: string): Markup => ({ strings: [markup], values: [] });

/** @param shown what is shown of a text, before it is escaped */
export function render(piece: Piece, shown: (text: string) => string): string {
  const out: string[] = [];
  const write = (one: Piece): void => {
    if (one === undefined || one === false) return;
    if (typeof one === 'string') out.push(escaped(shown(one)));
    else if (typeof one !== 'object') out.push(String(one));
    else if ('strings' in one)
      one.strings.forEach((literal, place) => {
        out.push(literal);
        write(one.values[place]);
      });
    else one.forEach(write);
  };
  write(piece);
  return out.join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
