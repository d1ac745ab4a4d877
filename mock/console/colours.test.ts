import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(__dirname, 'page/styles/colours.css');

/** The colours by their names. */
const [light, dark] = [1, 2].map((place) => {
  const pairs = readFileSync(FILE, 'utf8').matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return Object.fromEntries([...pairs].map((match) => [match[1], match[1 + place] ?? '']));
});

/** For text, WCAG 2.2 §1.4.3; for the borders of controls, §1.4.11. */
const PAIRS: readonly (readonly [front: string, back: string, ratio: number])[] = [
  ...['ground', 'surface', 'sunken', 'accent-soft'].flatMap((back) => [
    ['text', back, 4.5] as const,
    ['quiet', back, 4.5] as const,
  ]),
  ...['surface', 'sunken', 'accent-soft'].map((back) => ['accent', back, 4.5] as const),
  ...['good', 'warn', 'bad'].flatMap((front) => [
    [front, 'surface', 4.5] as const,
    [front, `${front}-soft`, 4.5] as const,
  ]),
  ['bad', 'accent-soft', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  // A button that is pressed down.
  ...['text', 'quiet', 'accent', 'bad'].map((front) => [front, 'line', 4.5] as const),
  ['edge', 'surface', 3],
  ['edge', 'sunken', 3],
  // The focus, around a control.
  ['accent', 'ground', 3],
];

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s colours', (_, colours) => {
  test.each(PAIRS)('%s on %s has a contrast of %d at least', (front, back, ratio) => {
    expect(contrast(colours?.[front] ?? '', colours?.[back] ?? '')).toBeGreaterThanOrEqual(ratio);
  });
});

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
