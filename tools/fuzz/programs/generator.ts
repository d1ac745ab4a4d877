/** A process that sends attempts. Each message is a job, and is answered by what came of it. */
import { CONTROL_DOCUMENT, type Contract, loadContract } from '../../../openapi/contract';
import { type Assault, assault, type Outcome } from '../assault';

/** An assault with the name of the document in the place of its contract. */
export type Job = Omit<Assault, 'subject'> & {
  readonly document: string;
  readonly subject: Omit<Assault['subject'], 'contract' | 'control'>;
};

function serve(): void {
  /** What a document was read as; all jobs have the same one. */
  const read = new Map<string, Promise<Contract>>();
  const contractOf = (name: string): Promise<Contract> => {
    const contract = read.get(name) ?? loadContract(name);
    read.set(name, contract);
    return contract;
  };
  const carryOut = async ({ document, subject, ...orders }: Job): Promise<Outcome> => {
    const [contract, control] = await Promise.all([contractOf(document), contractOf(CONTROL_DOCUMENT)]);
    return assault({ ...orders, subject: { ...subject, contract, control } });
  };
  process.on('message', (job: Job) => {
    carryOut(job).then(
      (outcome) => process.send?.({ outcome }),
      (error: unknown) =>
        process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}

serve();
// Ends when the process that sends the jobs is gone.
process.on('disconnect', () => process.exit());
