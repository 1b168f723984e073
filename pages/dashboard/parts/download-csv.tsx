import { useState } from 'preact/hooks';
import { mode, requestHeaders } from '../session.ts';

interface DownloadCsvProps {
  /** The list's name in the API's path. */
  list: 'mandates' | 'charges' | 'refunds' | 'customers' | 'statements' | 'audit_log';
  /** The filters that are set, by the API's names. */
  filter?: Readonly<Record<string, string>>;
  label?: string;
}

/** Saves the whole list, as it is filtered, as a CSV file: not only the page on show. */
export function DownloadCsv({ list, filter = {}, label = 'Download CSV' }: DownloadCsvProps) {
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function download() {
    setReading(true);
    setProblem(null);
    try {
      save(await read(list, filter));
    } catch (error) {
      setProblem((error as Error).message);
    }
    setReading(false);
  }

  return (
    <>
      <button class="button button--quiet" disabled={isReading} onClick={() => void download()}>
        {isReading ? 'Preparing the file' : label}
      </button>
      {problem && (
        <p class="small" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** A file with its name. Throws an error whose message is for people. */
async function read(list: string, filter: Readonly<Record<string, string>>): Promise<File> {
  const search = new URLSearchParams(filter).toString();
  const response = await fetch(`/v1/${list}${search && `?${search}`}`, {
    headers: { ...requestHeaders(), accept: 'text/csv', 'svc-mode': mode.value },
  }).catch(() => {
    throw new Error('The file could not be read: the connection failed. Try again.');
  });
  if (!response.ok) {
    const { error } = (await response.json().catch(() => ({}))) as { error?: { message: string } };
    throw new Error(error?.message ?? 'The file could not be read. Try again.');
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const blob = await response.blob().catch(() => {
    throw new Error('The connection broke before the file was whole. Try again.');
  });
  return new File([blob], name ?? `autopay-${list}.csv`, { type: 'text/csv' });
}

/** Saves a file as a download. */
export function save(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The browser has its own reference once the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
