import { atVenue } from './selftest/venue/ground';

test('x', async () => {
  const prove = (await (atVenue as any)()) as any;
  for (const name of [
    'a patch may be plain JSON',
    'a change moves the time of the making',
    'a length counts units of UTF-16',
    undefined,
  ]) {
    const r: any = await prove({ behaviour: name }, { maxRequests: 4000, timeoutMs: 120000 });
    console.log(
      name,
      r.exit,
      r.caughtBy,
      r.requests,
      JSON.stringify(
        r.findings.map((f: any) => [f.check, f.expected, f.actual, f.exchanges.map((e: any) => e.request.target)]),
      ).slice(0, 600),
    );
  }
}, 600000);
