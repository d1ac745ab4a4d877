/** Which findings are to be seen: the words that they have, and the values of their attributes, by the names of the form. */
export type Choice = Readonly<Record<string, string>>;

export const isEmpty = (choice: Choice): boolean => Object.values(choice).every((value) => value === '');

/** The choice that stands in an address's fragment; undefined where it is none, but the id of an element. */
export function choiceIn(fragment: string): Choice | undefined {
  return fragment === '' || fragment.includes('=')
    ? Object.fromEntries(new URLSearchParams(fragment.slice(1)))
    : undefined;
}

/** The fragment for a choice: `#` alone for all findings. */
export const toAddress = (choice: Choice): string =>
  `#${new URLSearchParams(Object.entries(choice).filter(([, value]) => value !== ''))}`;
