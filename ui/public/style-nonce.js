// Gives new style elements the nonce of the page.
(function () {
  var nonce = document.currentScript.nonce;
  var create = Document.prototype.createElement;
  Document.prototype.createElement = function () {
    var element = create.apply(this, arguments);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
})();
