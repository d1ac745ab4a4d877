import type { Check } from '../model/check';
import { isSuccess } from '../model/exchange';
import { skip, unjudged } from '../model/verdict';
import { echoed } from '../relations/echoed';
import { notCreated } from '../steps/create-record';
import { sendValid } from '../steps/send-valid';

export const createdEchoed: Check = {
  ...echoed,
  applies: ({ purpose }) => purpose?.role === 'create',
  cases: () => [
    {
      name: 'a record of known values',
      tier: 1,
      cost: 1,
      run: async (context) => {
        const { exchange } = await sendValid(context, context.subject);
        if (isSuccess(exchange)) return [];
        return exchange.response === undefined ? unjudged(exchange) : skip(notCreated(exchange));
      },
    },
  ],
};
