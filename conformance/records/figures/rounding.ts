/** What words say of how a figure is rounded. */

/** How a figure is rounded; to the nearest it is open where a half goes. */
export type Rounded = 'half up' | 'nearest' | 'down' | 'up';

/** What a text says behind a formula of how it is rounded, and the text without that. */
export function roundedIn(said: string): { readonly rounded: Rounded; readonly rest: string } | undefined {
  const found = ROUNDED.find(([, form]) => form.test(said));
  return found && { rounded: found[0], rest: said.replace(found[1], '').trim() };
}

/** `half a cent rounded up`, `rounded half up to the cent`, `halves are rounded up`; `rounded down to the cent`. */
const ROUNDED: readonly (readonly [Rounded, RegExp])[] = [
  [
    'half up',
    /(?:^|,| and|\s)\s*\(?(?:rounded(?: to (?:the |a |whole |full |nearest |minor |two |2 )*(?:cents?|pence|penn(?:y|ies)|units?|hundredths?|decimals?|decimal places|digits))?,? (?:with )?)?(?:(?:half(?: (?:an? |the )?(?:cent|penny|unit))?|halves|ties) (?:is |are |being )?(?:rounded )?up(?:wards?)?|(?:rounded )?half[- ]up)(?: to (?:the |a |whole |full |nearest |minor |two |2 )*(?:cents?|pence|penn(?:y|ies)|units?|hundredths?|decimals?|decimal places|digits))?\)?\W*$/i,
  ],
  [
    'half up',
    /(?:^|,|\s)\s*\(?(?:rounded )?to the nearest (?:whole |full |minor )*(?:cent|penny|pence|unit|integer|number|hundredth)[ ,(]*(?:with |where |and )?(?:(?:an? )?(?:exact(?:ly)? )?half(?: an?)?(?: (?:cent|penny|unit))?|halves|ties)(?: (?:go(?:es|ing)?|rounds?|rounding|is|are|being|rounded))* up(?:wards?)?\)?\W*$/i,
  ],
  [
    'half up',
    /(?:^|,|\s)\s*\(?(?:rounded )?to (?:whole|full) (?:units|cents|pennies|pence|numbers)[ ,(]*(?:with )?(?:halves|ties) (?:going |rounded )?up(?:wards?)?\)?\W*$/i,
  ],
  [
    'nearest',
    /(?:^|,|\s)\s*\(?(?:rounded )?to the nearest (?:whole |full |minor )*(?:cent|penny|pence|unit|integer|number|hundredth)\)?\W*$/i,
  ],
  [
    'down',
    /(?:^|,|\s)\s*\(?(?:always )?(?:rounded down|truncated|cut off)(?: to (?:the |a |whole |full |nearest |minor |two |2 )*(?:cents?|pence|penn(?:y|ies)|units?|hundredths?|decimals?|decimal places|digits))?\)?\W*$/i,
  ],
  [
    'up',
    /(?:^|,|\s)\s*\(?(?:always )?rounded up(?:wards?)?(?: to (?:the |a |whole |full |nearest |minor |two |2 )*(?:cents?|pence|penn(?:y|ies)|units?|hundredths?|decimals?|decimal places|digits))?\)?\W*$/i,
  ],
];
