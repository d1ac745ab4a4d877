import type { Socket } from 'node:net';
import { CHECKS } from '../../conformance/checks';
import { ofRun, type ReportContext } from '../../conformance/report/content/context';
import { redactor } from '../../conformance/report/content/redact';
import { jsonReport } from '../../conformance/report/json';
import { junitReport } from '../../conformance/report/junit';
import { textReport } from '../../conformance/report/text';
import { run } from '../../conformance/run/run';
import { shippedContract } from '../../conformance/testing/contract';
import { optionsFor } from '../../conformance/testing/options';
import { startSocketServer } from '../../conformance/testing/socket-server';
import { verdictOf } from '../../conformance/verdict/result';
import { type Hostile, hostile } from './hostile';

/** Answers each request by its head. What follows a head is a body, and is not read. */
function serving({ answer }: Pick<Hostile, 'answer'>) {
  return (socket: Socket): void => {
    socket.setEncoding('latin1').on('data', (text) => {
      // TLS is tried where plain HTTP gets no reply.
      if (String(text).startsWith('\u0016')) socket.destroy();
      if (/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(String(text))) answer(socket, String(text));
    });
  };
}

async function judged(one: Hostile): Promise<ReportContext> {
  const contract = await shippedContract();
  const server = await startSocketServer(serving(one));
  const options = optionsFor(`http://127.0.0.1:${server.port}/v1`, {
    keys: { main: 'a-key-of-ours', limit: undefined },
    maxRequests: 3,
    transport: { timeoutMs: one.finding.isSilent ? 200 : 10_000, insecure: false, ca: undefined, proxy: undefined },
  });
  const result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  const redact = redactor(options.keys, []);
  return {
    ...ofRun(contract, options),
    result,
    verdict: verdictOf(result, { failOn: [] }),
    tool: { name: 'it', version: '0' },
    redact,
  };
}

test.each(hostile.map((one) => [one.name, one] as const))(
  'a hostile server is told what it sends: %s',
  async (_, one) => {
    const context = await judged(one);
    const { findings, cells } = context.result;
    expect(cells.filter(({ outcome }) => outcome === 'error')).toEqual([]);
    const found = findings.filter(({ check }) => check === one.finding.check);
    expect(found.map(({ actual }) => actual)).toContainEqual(expect.stringMatching(one.finding.says));
    expect(found.some(({ outcome }) => outcome === 'fail')).toBe(true);
    const text = textReport(context, false);
    const reports = [text, jsonReport(context), junitReport(context)];
    for (const report of reports) {
      expect(report).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(report).not.toMatch(/\n\s+at .*:\d+:\d+/);
      expect(report.length).toBeLessThan(500_000);
    }
  },
);
