import { KEY_VARIABLE, type Keys, LIMIT_KEY_VARIABLE } from '../keys';

/** Puts the variables in the place of the keys, wherever a server may have repeated them. */
export function redactor({ main, limit }: Keys, secrets: readonly string[]): (text: string) => string {
  const hidden: readonly (readonly [string, string])[] = [
    ...(main === undefined ? [] : [[main, `$${KEY_VARIABLE}`] as const]),
    ...(limit === undefined ? [] : [[limit, `$${LIMIT_KEY_VARIABLE}`] as const]),
    ...secrets.map((secret) => [secret, '***'] as const),
  ];
  // The longest first, since one may be part of another.
  const order = hidden.filter(([secret]) => secret.length > 3).sort(([a], [b]) => b.length - a.length);
  return (text) => order.reduce((shown, [secret, name]) => shown.replaceAll(secret, name), text);
}
