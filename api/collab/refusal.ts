/**
 * Refuses a connection to a document and sends `reason` to the client. Its message is empty, so
 * that nothing is logged.
 */
export class Refusal extends Error {
  readonly reason: 'permission-denied' | 'fetchDocError' | 'too-many-clients';
  constructor(reason: Refusal['reason']) {
    super('');
    this.name = 'Refusal';
    this.reason = reason;
  }
}
