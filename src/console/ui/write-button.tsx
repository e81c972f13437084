/** A button of an action that changes something at the service. */
import type { JSX } from 'preact';
import { isOffline } from '../data/connection.ts';

/** Renders a button that is off while the service cannot be reached. Default type: button. */
export function WriteButton({ disabled = false, ...attributes }: JSX.IntrinsicElements['button']) {
  return <button type="button" {...attributes} disabled={disabled === true || isOffline.value} />;
}
