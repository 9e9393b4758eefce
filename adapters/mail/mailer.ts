import { folderMailer } from './folder.ts';
import type { Mailer } from './mail.ts';
import { smtpMailer } from './smtp.ts';

/** Where mails go, and whom they are from: a server by its URL, or a folder that gets a file for each. */
export type MailSettings = { from: string } & ({ smtpUrl: string } | { folder: string });

/** The way that the settings choose. */
export function createMailer(settings: MailSettings): Mailer {
  return 'folder' in settings ? folderMailer(settings) : smtpMailer(settings);
}
