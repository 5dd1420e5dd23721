/** An error response with Qdrant's status and message. */
export class QdrantError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
