import type { ServerResponse } from 'node:http';

/** The most bytes of large replies that wait for their clients, all together. */
export const MOST_REPLY_BYTES = 512 * 2 ** 20;
/** A reply of which no more waits is not looked at: every connection may have one. */
export const SMALL_REPLY = 2 ** 16;

/** The large replies that clients have not read yet. */
export interface Replies {
  /** To be called when a reply has been sent. */
  watch(response: ServerResponse): void;
  waitingBytes(): number;
}

/** @param most beyond it, the connections are closed whose clients have had a reply the longest without reading it */
export function createReplies(most: number): Replies {
  const unread = new Map<ServerResponse, number>();
  let waiting = 0;
  const remove = (response: ServerResponse): void => {
    waiting -= unread.get(response) ?? 0;
    unread.delete(response);
  };
  return {
    waitingBytes: () => waiting,
    watch(response) {
      const bytes = response.socket?.writableLength ?? 0;
      if (bytes <= SMALL_REPLY) return;
      unread.set(response, bytes);
      waiting += bytes;
      response.once('close', () => remove(response));
      for (const oldest of unread.keys()) {
        if (waiting <= most || oldest === response) return;
        remove(oldest);
        oldest.destroy();
      }
    },
  };
}
