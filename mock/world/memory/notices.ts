import type { Notices } from '../stores/notices';

export function createMemoryNotices(): Notices {
  const listeners = new Set<() => void>();
  return {
    announce() {
      for (const hear of listeners) hear();
    },
    listen(hear) {
      // One function may listen twice, and each stops for itself.
      const listener = () => hear();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
