import type { Asked, Behaviour, Reply } from './behaviour';
import { plainly } from './on';

/** Which requests a server can't cope with. */
export type Test = (asked: Asked) => boolean;

/** They get a 500. */
export const failsOn = (test: Test): Behaviour => ({
  rewrite: (reply, asked): Reply =>
    test(asked)
      ? { ...reply, status: 500, body: { code: 'internal', message: 'Something went wrong.', status: 500 } }
      : reply,
});

/** Their connection is cut. */
export const hangsUpOn = (test: Test): Behaviour => ({
  send: (response, outgoing, asked) => {
    if (test(asked)) response.destroy();
    else plainly(response, outgoing, asked);
  },
});

/** They never get a reply. */
export const hangsOn = (test: Test): Behaviour => ({
  send: (response, outgoing, asked) => {
    if (!test(asked)) plainly(response, outgoing, asked);
  },
});
