import { useState } from 'preact/hooks';
import type { SourceFile } from '../../../importers/index.ts';

const TYPES = '.json,.yaml,.yml,.xml,.vxml,.txt';

/** A place for files: they can be chosen or dropped. They stay in the page. */
export function FileDrop({ onFiles }: { onFiles: (files: SourceFile[]) => void }) {
  const [isOver, setOver] = useState(false);
  const read = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    void Promise.all(files.map(async (file) => ({ file: file.name, text: await file.text() }))).then(onFiles);
  };
  return (
    <section
      class={isOver ? 'card file-drop over' : 'card file-drop'}
      aria-label="Files to import"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        read(event.dataTransfer?.files);
      }}
    >
      <div class="body">
        <p>
          Drop files that Twilio Studio, Amazon Connect, SignalWire (SWML), Genesys Architect, a VoiceXML
          platform or FreeSWITCH exported. Several files are one project. They do not leave this page.
        </p>
        <label class="button">
          Choose files
          <input
            type="file"
            multiple
            accept={TYPES}
            class="visually-hidden"
            onChange={({ currentTarget }) => {
              read(currentTarget.files);
            }}
          />
        </label>
      </div>
    </section>
  );
}
