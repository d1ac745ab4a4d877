import { useLayoutEffect, useRef } from 'preact/hooks';

/** Gives the focus back, once they are enabled again, to what had it when the controls of the page were disabled. */
export function useKeptFocus(disabled: boolean): void {
  const last = useRef<Element | null>(null);
  const wasDisabled = useRef(disabled);
  // Read before the page is changed: a browser takes the focus away from what is disabled.
  if (disabled && !wasDisabled.current) last.current = document.activeElement;
  wasDisabled.current = disabled;
  useLayoutEffect(() => {
    if (!disabled && document.activeElement === document.body && last.current instanceof HTMLElement)
      last.current.focus();
  }, [disabled]);
}
