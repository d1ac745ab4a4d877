/** A process that sends attempts. Each message is a job, and is answered by what came of it. */
import { CONTROL_DOCUMENT, loadContract } from '../../../openapi/contract';
import { type Assault, assault } from '../assault';

/** An assault with the name of the document in the place of its contract. */
export type Job = Omit<Assault, 'subject'> & {
  readonly document: string;
  readonly subject: Omit<Assault['subject'], 'contract' | 'control'>;
};

async function carryOut({ document, subject, ...orders }: Job): Promise<unknown> {
  const [contract, control] = await Promise.all([loadContract(document), loadContract(CONTROL_DOCUMENT)]);
  return assault({ ...orders, subject: { ...subject, contract, control } });
}

process.on('message', (job: Job) => {
  carryOut(job).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) =>
      process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// Ends when the process that sends the jobs is gone.
process.on('disconnect', () => process.exit());
