import fc from 'fast-check';
import { printableLines } from '../../../openapi/program/printable';
import { character } from '../../../openapi/program/testing/texts';
import { html, render } from './markup';

const NASTY = [
  '<script>alert(1)</script>',
  '" onload="x',
  "' x='",
  '</style>',
  '<!--',
  ']]>',
  '&lt;',
  '\u202e',
  '\ud800',
  '\0',
  '\r',
];
const texts = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: character }),
  fc.string({ unit: fc.constantFrom(...'<>&"\'/ a\n') }),
);

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
const read = (markup: string): string =>
  markup.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? '');

test('no text becomes markup, wherever it is put, and each is read as it is shown', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const out = render(html`<p title="${one}">${[other, html`<b>${one}</b>`]}</p>`, printableLines);
      const [, title = '', text = '', bold = '', ...more] =
        /^<p title="([^"<>]*)">([^"<>]*)<b>([^"<>]*)<\/b><\/p>$/.exec(out) ?? [];
      expect([title, text, bold, ...more].map(read)).toEqual([one, other, one].map(printableLines));
      expect(out).not.toMatch(/[\p{Cf}\p{Cs}\0\r]/u);
    }),
  );
});

test('numbers stand as they are, and nothing comes of what is not there', () => {
  expect(render(html`<i>${9007199254740993n}${0}${undefined}${false}${[]}</i>`, () => 'hidden')).toBe(
    '<i>90071992547409930</i>',
  );
});

test('a secret is hidden before it is escaped', () => {
  const hide = (text: string): string => text.replaceAll('a&b<c', '$KEY');
  expect(render(html`<p title="${'key a&b<c'}">${'a&b<c'}</p>`, hide)).toBe('<p title="key $KEY">$KEY</p>');
});
