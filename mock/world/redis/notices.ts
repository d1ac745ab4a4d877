import type { Notices } from '../stores/notices';

/** Notices that travel: those of this process are heard here at once, and elsewhere once they are there. */
export interface SharedNotices extends Notices {
  /** Tells the listeners of this process of what another one has announced. */
  hearOther(): void;
}

/** @param tell tells the other processes */
export function createSharedNotices(tell: () => void): SharedNotices {
  const listeners = new Set<() => void>();
  const hearOther = (): void => {
    for (const hear of listeners) hear();
  };
  return {
    announce() {
      hearOther();
      tell();
    },
    listen(hear) {
      // One function may listen twice, and each stops for itself.
      const listener = () => hear();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hearOther,
  };
}
