/** By so many characters at its end a secret is known, whatever stands before it in a text. */
const TAIL = 8;

/** To look for each of so few takes less time than to take the escapes out of a long text. */
const FEW = 64;

/** Keys, tokens and base 64 are made of these. No escape merges with them, but with the first few of them. */
const PLAIN = /^[\w.~+/=-]{12,}$/;

/**
 * Tells which of many secrets may stand in a text, in whatever form. To look for those of thousands of clients one by one would
 * take minutes; this takes time in proportion to the text.
 */
export function secretFinder(secrets: readonly string[]): (text: string) => ReadonlySet<string> {
  if (secrets.length <= FEW) {
    const all = new Set(secrets);
    return () => all;
  }
  const odd = secrets.filter((secret) => !PLAIN.test(secret));
  const byTail = new Map<string, string[]>();
  for (const secret of secrets.filter((one) => PLAIN.test(one))) {
    const same = byTail.get(secret.slice(-TAIL));
    if (same === undefined) byTail.set(secret.slice(-TAIL), [secret]);
    else same.push(secret);
  }
  return (text) => {
    const found = new Set(odd);
    if (byTail.size === 0) return found;
    const plain = text.replaceAll(ESCAPES, unescaped);
    for (let at = TAIL; at <= plain.length; at += 1)
      for (const secret of byTail.get(plain.slice(at - TAIL, at)) ?? []) found.add(secret);
    return found;
  };
}

/** Of URLs, JSON and XML; they may have been escaped again. */
const ESCAPES = /%(?:25)*([\da-f]{2})|\\{1,7}u([\da-f]{4})|&#x0*([\da-f]{1,4});|&#0*(\d{1,5});|\\{1,7}(?=\/)/gi;

function unescaped(_: string, percent?: string, json?: string, hexadecimal?: string, decimal?: string): string {
  const digits = percent ?? json ?? hexadecimal;
  // What stands before a slash says no more than the slash.
  if (digits === undefined && decimal === undefined) return '';
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return String.fromCharCode(code);
}
