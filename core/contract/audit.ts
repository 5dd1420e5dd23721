/** The audit log for the operator: who did what, when, and from which address. */
import { z } from 'zod';

export const AuditEntry = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  /** as `sign-in.password`, `thread.deleted` */
  action: z.string(),
  /** `ok`, or the code of what it was refused with */
  outcome: z.string(),
  /** null for an unknown person */
  user: z
    .object({
      _id: z.uuid(),
      /** null once the account is gone */
      email: z.string().nullable(),
    })
    .nullable(),
  /** an id, or the address that was typed */
  object: z.string().nullable(),
  /** of the client, past trusted proxies */
  address: z.string(),
  /** what the client calls itself */
  agent: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
/**
 * `GET audit?user=&action=&cursor=&limit=`: newest first. `user`: an id or an address; `action`:
 * one, or the first part of several, as `sign-in`.
 */
export const AuditPage = z.object({ docs: z.array(AuditEntry), next: z.string().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;
