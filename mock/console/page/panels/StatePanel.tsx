import { useId, useState } from 'preact/hooks';
import { useAction } from '../hooks/useAction';
import type { Api } from '../link/api';
import { ConfirmButton } from '../parts/ConfirmButton';
import { Failure } from '../parts/Failure';
import { Panel } from '../parts/Panel';

interface Props {
  readonly api: Api;
  readonly changed: () => void;
}

/** The world as a whole: back to its start, into a file, and out of one. */
export function StatePanel({ api, changed }: Props) {
  const id = useId();
  const [outcome, setOutcome] = useState('');
  const { failure, run } = useAction(changed);
  const tell = (text: string, action: () => Promise<void>) => {
    setOutcome('');
    run(async () => {
      await action();
      setOutcome(text);
    });
  };
  return (
    <Panel title="State" name="state">
      <div class="buttons">
        <ConfirmButton
          label="Reset…"
          question="Records, allowances, bans, clock, faults and journal as at the start?"
          confirmLabel="Yes, reset"
          onConfirm={() => tell('Everything is as at the start.', api.reset)}
        />
        <button
          type="button"
          onClick={() => tell('Saved.', async () => save(await api.state(), `${api.session ?? 'default'}-world.json`))}
        >
          Save as JSON
        </button>
        <span class="upload">
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file === undefined) return;
              tell(`Loaded ${file.name}.`, async () => api.putState(await file.text()));
              // The same file may be chosen again.
              currentTarget.value = '';
            }}
          />
          <label for={id}>Load JSON…</label>
        </span>
      </div>
      <p role="status" class="hint">
        {outcome}
      </p>
      <Failure message={failure} />
    </Panel>
  );
}

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
