import type { Finding } from '../verdict/result';

/** What came of trying a violation again, where it did not simply come again. */
export function triedText({ outcome, confirmation, isOfKept }: Finding): readonly string[] {
  if (isOfKept === true)
    return ['over one connection: there it shows, and over a fresh one for each request it does not'];
  if (confirmation === undefined || confirmation.came === 'again') return [];
  if (confirmation.came === 'untried') return [`not confirmed: ${confirmation.reason}`];
  if (outcome === 'flaky') return ['again, and it did not come again: a violation only with --strict'];
  return ['again, and it did not come again: what it depends on may have changed meanwhile'];
}
