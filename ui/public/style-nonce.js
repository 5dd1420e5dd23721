// Runs before everything else: style elements that our own scripts make bear the nonce of this page, which its policy asks for.
(function () {
  var nonce = document.currentScript.nonce;
  var create = Document.prototype.createElement;
  Document.prototype.createElement = function createElement() {
    var element = create.apply(this, arguments);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
})();
