import { KEY_VARIABLE, type Keys, LIMIT_KEY_VARIABLE, tellingForms } from '../model/keys';

/** Shorter texts are not hidden: they may be ordinary words. */
const SHORTEST_KEY = 4;
const SHORTEST_SECRET = 8;

/**
 * Puts variables in place of the keys wherever a server may have repeated them: as they are, in near misses, and in the
 * escapes of JSON, XML and URLs.
 *
 * @param secrets values of headers that the user had sent
 */
export function redactor({ main, limit }: Keys, secrets: readonly string[]): (text: string) => string {
  const hidden: readonly (readonly [string, string])[] = [
    ...formsOf(main, SHORTEST_KEY).map((form) => [form, `$${KEY_VARIABLE}`] as const),
    ...formsOf(limit, SHORTEST_KEY).map((form) => [form, `$${LIMIT_KEY_VARIABLE}`] as const),
    ...secrets.filter((secret) => secret.length >= SHORTEST_SECRET).map((secret) => [secret, '***'] as const),
  ];
  const written = hidden.flatMap(([secret, name]) => writtenForms(secret).map((form) => [form, name] as const));
  // The longest first, since one may be part of another.
  const order = written.sort(([a], [b]) => b.length - a.length);
  return (text) => order.reduce((shown, [secret, name]) => shown.replaceAll(secret, () => name), text);
}

const formsOf = (key: string | undefined, shortest: number): readonly string[] =>
  key === undefined ? [] : tellingForms(key).filter((form) => form.length >= shortest);

const writtenForms = (secret: string): readonly string[] => [
  ...new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ]),
];
