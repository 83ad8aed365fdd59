import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { m } from '../../paraglide/messages.js';
import { DropZone } from './drop-zone.tsx';
import { FileItem } from './file-item.tsx';
import { importLines, refreshStatements } from './import-api.ts';
import { ImportQueue } from './import-queue.ts';

/** Upload, check and import of statement files. */
export function UploadPanel({ adminId }: { adminId: string }) {
  const queries = useQueryClient();
  const [queue] = useState(
    () =>
      new ImportQueue({
        async importLines(lines, source) {
          const counts = await importLines(adminId, lines, source);
          void refreshStatements(queries, adminId);
          return counts;
        },
      }),
  );
  const files = useSyncExternalStore(queue.subscribe, queue.files, queue.files);
  useEffect(() => () => queue.close(), [queue]);

  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.statements_import()}</CardTitle>
        <CardDescription>{m.statements_import_description()}</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <DropZone onFiles={(added) => queue.add(added)} />
        {files.length > 0 && (
          <ul aria-label={m.statements_files()} className="flex flex-col gap-4">
            {files.map((file) => (
              <FileItem key={file.id} adminId={adminId} file={file} queue={queue} />
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}
