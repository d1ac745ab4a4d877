import { useEffect, useState } from 'preact/hooks';

interface Place {
  /** The anchors of what is open. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (anchor: string) => void;
}

/**
 * What is open on the page. The fragment of its address opens what it names, now and when it changes; what is opened by
 * hand is named there, so that the address can be given to others.
 */
export function usePlace(onGo: () => void): Place {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([fragment()]));
  useEffect(() => {
    const go = () => {
      onGo();
      setOpen((known) => new Set([...known, fragment()]));
      requestAnimationFrame(() => document.getElementById(fragment())?.scrollIntoView());
    };
    go();
    addEventListener('hashchange', go);
    return () => removeEventListener('hashchange', go);
  }, [onGo]);
  const toggle = (anchor: string) => {
    setOpen(open.has(anchor) ? new Set([...open].filter((one) => one !== anchor)) : new Set([...open, anchor]));
    // What was closed is named no longer: a link to it leads somewhere else, and so opens it again.
    const { pathname, search } = location;
    if (!open.has(anchor)) history.replaceState(null, '', `#${encodeURI(anchor)}`);
    else if (fragment() === anchor) history.replaceState(null, '', pathname + search);
  };
  return { open, toggle };
}

function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
