import { useEffect, useState } from 'react';
import type { components } from './api';
import { clientOf } from './client';

type Pets = readonly components['schemas']['Pet'][];

interface ShopProps {
  readonly session: { readonly apiKeys: Readonly<Record<string, string>> };
}

/** As teams write it: a list that is loaded by an effect, with the states of an error and of a used-up rate limit. */
export function Shop({ session }: ShopProps) {
  const [pets, setPets] = useState<Pets>();
  const [isDown, setDown] = useState(false);
  const [wait, setWait] = useState(0);
  const [round, setRound] = useState(0);
  const key = session.apiKeys.free ?? '';

  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      const query = { limit: 100 };
      const { signal } = controller;
      const { data, response } = await clientOf(Shop.baseUrl, key).GET('/pets', { params: { query }, signal });
      if (signal.aborted) return;
      setWait(response.status === 429 ? Number(response.headers.get('retry-after')) : 0);
      setDown(response.status >= 500);
      if (data !== undefined) setPets(data);
    };
    load().catch((error: unknown) => {
      if (!controller.signal.aborted) throw error;
    });
    return () => controller.abort();
  }, [key, round]);

  useEffect(() => {
    if (wait === 0) return undefined;
    const timer = setTimeout(() => (wait > 1 ? setWait(wait - 1) : setRound(round + 1)), 1000);
    return () => clearTimeout(timer);
  }, [wait, round]);

  if (wait > 0) return <p>{`Open again in ${wait} s`}</p>;
  if (isDown) {
    return (
      <p>
        <b>Back soon</b>
        <button onClick={() => setRound(round + 1)}>Try again</button>
      </p>
    );
  }
  return (
    <ul>
      {pets?.map(({ id, name }) => (
        <li key={String(id)}>{name}</li>
      ))}
    </ul>
  );
}

Shop.baseUrl = '';
