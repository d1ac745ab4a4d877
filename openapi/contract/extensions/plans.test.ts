import { readAllowances, readPlans } from './plans';

describe('the allowances of a plan', () => {
  test('are windows, the shortest first, whatever their order in the document', () => {
    expect(readAllowances({ day: 1000, second: 2, hour: 100, minute: 60 })).toStrictEqual([
      { window: 'second', requests: 2, seconds: 1 },
      { window: 'minute', requests: 60, seconds: 60 },
      { window: 'hour', requests: 100, seconds: 3600 },
      { window: 'day', requests: 1000, seconds: 86_400 },
    ]);
    expect(readAllowances({})).toStrictEqual([]);
  });

  test('are custom where the document says so', () => {
    const plans = [
      { name: 'Free', allowances: { day: 10 } },
      { name: 'Big', allowances: 'custom' },
    ];
    expect(readPlans({ 'x-plans': plans })).toStrictEqual([
      { name: 'Free', allowances: [{ window: 'day', requests: 10, seconds: 86_400 }], pointer: '/x-plans/0' },
      { name: 'Big', allowances: 'custom', pointer: '/x-plans/1' },
    ]);
    expect(readPlans({})).toStrictEqual([]);
  });
});
